/** What only native code can do, for transports; another module may provide it. */
package org.ob1j.btl.service;
