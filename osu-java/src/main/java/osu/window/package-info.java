/** Windows of messages, by the best calls that the bindings have for a kind of buffer. */
package osu.window;
