/** What arrives: frames are checked, messages are matched or kept, answers find their requests. */
package org.ob1j.pml.dispatch;
