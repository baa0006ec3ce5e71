/**
 * The border between the API and a point-to-point engine (Point-to-point Messaging Layer). An
 * engine is found through {@link org.ob1j.runtime.pml.PmlComponent}; the API and the collectives
 * know only these types.
 */
package org.ob1j.runtime.pml;
