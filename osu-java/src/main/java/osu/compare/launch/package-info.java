/** Who is compared, over what, and what their command lines are made of. */
package osu.compare.launch;
