/* What class org.ob1j.os.Native declares, and nothing else: the rest of the library knows no Java. */
#include <jni.h>
#include <string.h>

#include "ob1j_os.h"

enum { TEXT_BYTES = 256, ADDRESS_BYTES = 16 };

JNIEXPORT jlong JNICALL Java_org_ob1j_os_Native_addressOf(JNIEnv *env, jclass type, jobject memory) {
  (void)type;
  return (jlong)(intptr_t)(*env)->GetDirectBufferAddress(env, memory);
}

JNIEXPORT jstring JNICALL Java_org_ob1j_os_Native_errorText(JNIEnv *env, jclass type, jint error) {
  (void)type;
  char text[TEXT_BYTES];
  /* GNU's variant, which may answer with a text of its own. */
  return (*env)->NewStringUTF(env, strerror_r(error, text, sizeof text));
}

JNIEXPORT jstring JNICALL Java_org_ob1j_os_Native_probeSingleCopy(JNIEnv *env, jclass type,
                                                                  jboolean peers_may_read) {
  (void)type;
  char reason[TEXT_BYTES];
  return ob1j_single_copy_probe(peers_may_read, reason, sizeof reason) == 0
             ? NULL
             : (*env)->NewStringUTF(env, reason);
}

JNIEXPORT jint JNICALL Java_org_ob1j_os_Native_read(JNIEnv *env, jclass type, jlong process_id,
                                                    jlong address, jlong target,
                                                    jlong length_bytes) {
  (void)env, (void)type;
  return ob1j_single_copy_read(process_id, address, target, length_bytes);
}

JNIEXPORT jint JNICALL Java_org_ob1j_os_Native_write(JNIEnv *env, jclass type, jlong process_id,
                                                     jlong address, jlong source,
                                                     jlong length_bytes) {
  (void)env, (void)type;
  return ob1j_single_copy_write(process_id, address, source, length_bytes);
}

JNIEXPORT jlong JNICALL Java_org_ob1j_os_Native_readNanos(JNIEnv *env, jclass type,
                                                          jint length_bytes) {
  (void)env, (void)type;
  return ob1j_single_copy_nanos(length_bytes);
}

JNIEXPORT void JNICALL Java_org_ob1j_os_Native_copyBlocks(JNIEnv *env, jclass type, jlong target,
                                                          jlong target_places, jlong target_step,
                                                          jlong source, jlong source_places,
                                                          jlong source_step, jint blocks,
                                                          jint block_bytes) {
  (void)env, (void)type;
  ob1j_copy_blocks(target, target_places, target_step, source, source_places, source_step, blocks,
                   block_bytes);
}

JNIEXPORT jint JNICALL Java_org_ob1j_os_Native_openSocket(JNIEnv *env, jclass type,
                                                          jbyteArray local, jint local_port,
                                                          jbyteArray remote, jint remote_port) {
  (void)type;
  jbyte local_address[ADDRESS_BYTES];
  jbyte remote_address[ADDRESS_BYTES];
  (*env)->GetByteArrayRegion(env, local, 0, ADDRESS_BYTES, local_address);
  (*env)->GetByteArrayRegion(env, remote, 0, ADDRESS_BYTES, remote_address);
  if ((*env)->ExceptionCheck(env)) {
    return 0;
  }
  return ob1j_socket_open(local_address, local_port, remote_address, remote_port);
}

JNIEXPORT jint JNICALL Java_org_ob1j_os_Native_closeSocket(JNIEnv *env, jclass type,
                                                           jint descriptor) {
  (void)env, (void)type;
  return ob1j_socket_close(descriptor);
}

/* The array stays where it is until it is let go: in between nothing may wait, or call the JVM. */
JNIEXPORT jlong JNICALL Java_org_ob1j_os_Native_writeArray(JNIEnv *env, jclass type,
                                                           jint descriptor, jlong pieces,
                                                           jint count, jobject array) {
  (void)type;
  void *elements = (*env)->GetPrimitiveArrayCritical(env, (jarray)array, NULL);
  if (elements == NULL) {
    return 0;
  }
  jlong taken = ob1j_array_write(descriptor, pieces, count, elements);
  (*env)->ReleasePrimitiveArrayCritical(env, (jarray)array, elements, JNI_ABORT);
  return taken;
}

JNIEXPORT jlong JNICALL Java_org_ob1j_os_Native_readArray(JNIEnv *env, jclass type,
                                                          jint descriptor, jlong pieces,
                                                          jint count, jobject array) {
  (void)type;
  void *elements = (*env)->GetPrimitiveArrayCritical(env, (jarray)array, NULL);
  if (elements == NULL) {
    return 0;
  }
  jlong there = ob1j_array_read(descriptor, pieces, count, elements);
  (*env)->ReleasePrimitiveArrayCritical(env, (jarray)array, elements, 0);
  return there;
}
