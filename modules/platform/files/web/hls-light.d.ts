/** The light build of hls.js (no subtitles, no DRM) has the types of the whole one, but its package does not say so. */
declare module 'hls.js/light' {
  export { default, type ErrorData, type Level } from 'hls.js'
}
