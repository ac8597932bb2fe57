/** Loaded into a child process with `--import`: however the parent ends, the child then gets SIGTERM. */
process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
});
// An open channel must not keep the process running.
process.channel?.unref();
