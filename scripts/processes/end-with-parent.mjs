/** Loaded into a child with `--import`: when the parent is gone, however it went, the child ends as if asked to. */
process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
});
// Watching alone keeps no process alive.
process.channel?.unref();
