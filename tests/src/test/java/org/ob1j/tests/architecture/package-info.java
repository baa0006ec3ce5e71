/** The borders of docs/architecture.md, as rules over the compiled classes. */
package org.ob1j.tests.architecture;
