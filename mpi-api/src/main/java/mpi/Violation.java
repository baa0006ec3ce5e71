package mpi;

/**
 * What is wrong with an operation's arguments.
 *
 * @param errorClass the error's class
 * @param detail the value and the limit
 */
record Violation(ErrorClass errorClass, String detail) {}
