/** What users get: the archive that they unpack, and the artefacts that they depend on. */
package org.ob1j.tests.distribution;
