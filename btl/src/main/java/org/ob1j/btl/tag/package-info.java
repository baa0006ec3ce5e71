/**
 * Tag matching by transports: the receiver's side. What is sent to be matched goes by a {@link
 * org.ob1j.btl.TagLane}.
 */
package org.ob1j.btl.tag;
