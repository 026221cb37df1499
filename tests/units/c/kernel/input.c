#include <linux/module.h>

static DEFINE_MUTEX(lock);
static LIST_HEAD(devices);

SYSCALL_DEFINE3(read, unsigned int, fd, char __user *, buf, size_t, count)
{
	return fd ? do_read(fd, buf, count) : -EBADF;
}

static int __init ring_init(void)
{
	mutex_lock(&lock);
	list_for_each_entry(dev, &devices, list) {
		if (dev->ready)
			break;
	}
	return 0;
}

static const struct file_operations ring_fops = {
	.open = ring_open,
#ifdef CONFIG_RING_POLL
	.poll = ring_poll,
#endif
};

module_init(ring_init);
MODULE_LICENSE("GPL");
EXPORT_SYMBOL_GPL(ring_init);

static __always_inline __alloc_size(1) void *ring_alloc(size_t size, gfp_t flags)
{
	return __ring_alloc(size, flags);
}

static inline __alloc_size(1, 2) void *ring_array(size_t n, size_t size)
{
	return ring_alloc(n * size, 0);
}
