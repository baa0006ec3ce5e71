/** What is said over a control connection, and how it is written as bytes. */
package org.ob1j.runtime.control.message;
