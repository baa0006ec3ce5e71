/**
 * What a datatype is made of, apart from buffers: where its data lies ({@code Runs}, and a {@code
 * RunsCursor} that goes through them), its bounds, and its signature.
 */
package org.ob1j.runtime.datatype.layout;
