#ifndef RING_H
#define RING_H
#define RING_SIZE 16 /* items */
#define RING_NEXT(i) (((i) + 1) % RING_SIZE)
#define RING_EACH(ring, item)                   \
	for (item = (ring)->first; item != NULL; \
	     item = item->next)
#ifdef __cplusplus
extern "C" {
#endif
RING_API int ring_push(struct ring *ring, void *item) RING_NONNULL(1);
RING_API void *ring_pop(struct ring *);
#if RING_SIZE > 8 && defined(RING_DEBUG)
void ring_dump(const struct ring *ring);
#else
# define ring_dump(ring) ((void) 0)
#endif
#undef RING_TMP
#ifdef __cplusplus
}
#endif
#endif /* RING_H */
