/** What happens in a round, derived from its number: who sends what to whom, and how. */
package org.ob1j.tests.soak.plan;
