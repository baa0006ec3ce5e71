// Counts the bytecodes that one thread executes between two calls, by method; for osu.count.Steps.
//
// An agent of the JVM's tool interface (JVMTI). It is exact only under -Xint: compiled code has no
// bytecodes to count.
#include <jni.h>
#include <jvmti.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A power of two, and far more than the methods that a message goes through.
#define PLACES 8192

typedef struct {
  jmethodID method;
  jlong bytecodes;
  jlong calls;
} place;

static jvmtiEnv *jvmti;
static place places[PLACES];

static void check(jvmtiError error, const char *what) {
  if (error != JVMTI_ERROR_NONE) {
    fprintf(stderr, "bytecodes: %s failed with JVMTI error %d\n", what, (int) error);
    abort();
  }
}

static place *place_of(jmethodID method) {
  size_t at = ((size_t) method >> 3) * 0x9E3779B97F4A7C15u >> 32 & (PLACES - 1);
  for (size_t tried = 0; tried < PLACES; tried++) {
    place *found = &places[(at + tried) & (PLACES - 1)];
    if (found->method == method || found->method == NULL) {
      found->method = method;
      return found;
    }
  }
  fprintf(stderr, "bytecodes: there are more than %d methods\n", PLACES);
  abort();
}

static void JNICALL on_step(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method,
                            jlocation location) {
  (void) env, (void) jni, (void) thread, (void) location;
  place_of(method)->bytecodes++;
}

static void JNICALL on_entry(jvmtiEnv *env, JNIEnv *jni, jthread thread, jmethodID method) {
  (void) env, (void) jni, (void) thread;
  place_of(method)->calls++;
}

static void listen(jvmtiEventMode mode) {
  // No thread stands for the one that calls; only it is counted.
  jthread self;
  check((*jvmti)->GetCurrentThread(jvmti, &self), "GetCurrentThread");
  check((*jvmti)->SetEventNotificationMode(jvmti, mode, JVMTI_EVENT_METHOD_ENTRY, self),
        "SetEventNotificationMode");
  check((*jvmti)->SetEventNotificationMode(jvmti, mode, JVMTI_EVENT_SINGLE_STEP, self),
        "SetEventNotificationMode");
}

JNIEXPORT jint JNICALL Agent_OnLoad(JavaVM *vm, char *options, void *reserved) {
  (void) options, (void) reserved;
  if ((*vm)->GetEnv(vm, (void **) &jvmti, JVMTI_VERSION_1_2) != JNI_OK) {
    fprintf(stderr, "bytecodes: this JVM has no JVMTI 1.2\n");
    return JNI_ERR;
  }
  // Without breakpoints the interpreter would run some pairs of bytecodes as one.
  jvmtiCapabilities wanted = {0};
  wanted.can_generate_single_step_events = 1;
  wanted.can_generate_breakpoint_events = 1;
  wanted.can_generate_method_entry_events = 1;
  check((*jvmti)->AddCapabilities(jvmti, &wanted), "AddCapabilities");
  jvmtiEventCallbacks callbacks = {0};
  callbacks.SingleStep = on_step;
  callbacks.MethodEntry = on_entry;
  check((*jvmti)->SetEventCallbacks(jvmti, &callbacks, sizeof callbacks), "SetEventCallbacks");
  return JNI_OK;
}

JNIEXPORT void JNICALL Java_osu_count_Steps_begin(JNIEnv *jni, jclass type) {
  (void) jni, (void) type;
  memset(places, 0, sizeof places);
  listen(JVMTI_ENABLE);
}

JNIEXPORT void JNICALL Java_osu_count_Steps_end(JNIEnv *jni, jclass type) {
  (void) jni, (void) type;
  listen(JVMTI_DISABLE);
}

// Writes "class.method", such as "java.lang.String.length", and returns its length.
static int name_method(char *text, size_t size, jmethodID method) {
  jclass type;
  char *signature, *name;
  check((*jvmti)->GetMethodDeclaringClass(jvmti, method, &type), "GetMethodDeclaringClass");
  check((*jvmti)->GetClassSignature(jvmti, type, &signature, NULL), "GetClassSignature");
  check((*jvmti)->GetMethodName(jvmti, method, &name, NULL, NULL), "GetMethodName");
  // A hidden class has an address in its name, after a dot here, which no two runs share.
  size_t end = strcspn(signature, ";.");
  for (size_t i = 1; i < end; i++) {
    signature[i] = signature[i] == '/' ? '.' : signature[i];
  }
  int length = snprintf(text, size, "%.*s.%s", (int) end - 1, signature + 1, name);
  (*jvmti)->Deallocate(jvmti, (unsigned char *) signature);
  (*jvmti)->Deallocate(jvmti, (unsigned char *) name);
  return length;
}

// A line for each method: bytecodes, calls and the method's name.
JNIEXPORT jstring JNICALL Java_osu_count_Steps_counts(JNIEnv *jni, jclass type) {
  (void) type;
  enum { LINE = 512 };
  char *text = calloc(PLACES, LINE);
  size_t length = 0;
  for (size_t i = 0; text != NULL && i < PLACES; i++) {
    if (places[i].method != NULL) {
      char name[LINE - 64];
      name_method(name, sizeof name, places[i].method);
      length += (size_t) snprintf(text + length, LINE, "%lld %lld %s\n",
                                  (long long) places[i].bytecodes, (long long) places[i].calls,
                                  name);
    }
  }
  jstring counts = text == NULL ? NULL : (*jni)->NewStringUTF(jni, text);
  free(text);
  return counts;
}
