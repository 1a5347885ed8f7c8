/** What a package may bring: other files are left out, for no browser has use for them. */

const scripts = 'text/javascript; charset=utf-8'
const binary = 'application/octet-stream'

const types: Readonly<Record<string, string>> = {
  htm: 'text/html',
  html: 'text/html',
  xhtml: 'application/xhtml+xml',
  js: scripts,
  mjs: scripts,
  cjs: scripts,
  css: 'text/css',
  json: 'application/json',
  map: 'application/json',
  xml: 'text/xml',
  xsd: 'text/xml',
  xsl: 'text/xml',
  xslt: 'text/xml',
  dtd: 'application/xml-dtd',
  txt: 'text/plain',
  md: 'text/plain',
  csv: 'text/csv',
  vtt: 'text/vtt',
  srt: 'text/plain',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  cur: 'image/x-icon',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
  mov: 'video/quicktime',
  m3u8: 'application/vnd.apple.mpegurl',
  ts: 'video/mp2t',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  eot: 'application/vnd.ms-fontobject',
  pdf: 'application/pdf',
  wasm: 'application/wasm',
  glb: 'model/gltf-binary',
  gltf: 'model/gltf+json',
  bin: binary,
  dat: binary,
  data: binary,
  mem: binary,
  unityweb: binary,
}

/** undefined: such a file is left out. HTML and XML files name their charset themselves. */
export function contentTypeOf(path: string): string | undefined {
  const extension = /\.([a-z0-9]{1,8})$/i.exec(path)?.[1]?.toLowerCase()
  return extension === undefined ? undefined : types[extension]
}

/** Worth compressing: what has been compressed already only grows. */
export function isText(contentType: string): boolean {
  return /^text\/|json|xml|wasm|octet-stream|fontobject|font\/(ttf|otf)|image\/(svg|bmp)/.test(contentType)
}
