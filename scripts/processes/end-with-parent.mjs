/** Loaded into a child with `--import`: when the parent has ended, in whatever way, the child gets SIGTERM. */
process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
});
// The channel alone must not keep the process alive.
process.channel?.unref();
