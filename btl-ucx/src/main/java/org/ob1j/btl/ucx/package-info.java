/**
 * What of ob1j is native. {@link org.ob1j.btl.ucx.ShimPreset} makes class Shim of the header in
 * src/main/native, whose functions it has as static methods; the library behind it is in a jar of
 * its own. Whatever is missing is a reason why a service cannot be used, never a failure.
 */
package org.ob1j.btl.ucx;
