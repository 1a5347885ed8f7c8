/**
 * The light build of hls.js (no subtitles, no DRM) has the types of the full build, but its package does not declare
 * them.
 */
declare module 'hls.js/light' {
  export { default, type ErrorData, type Level } from 'hls.js'
}
