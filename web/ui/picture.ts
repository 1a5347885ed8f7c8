/** The address of a picture that an answer names: `avatars/0-3.png` and `grades/2.svg` are shipped with the client, `files/{id}` uploaded. */
export function pictureUrl(path: string | null | undefined): string | undefined {
  if (!path) return undefined
  if (/^(avatars|grades)\//.test(path)) return `/vue/${path}`
  if (path.startsWith('files/')) return `/api/v1/human/file/${path.slice('files/'.length)}`
  return /^(https?:|data:image\/|blob:|\/)/.test(path) ? path : undefined
}

/** The widths that the server makes of an uploaded picture: `pictureWidths` of the module files. */
export const pictureWidths = [320, 640, 1280]
/** A picture that much narrower than its place still looks sharp. */
const NARROWER = 0.9
const UPLOADED = /^\/api\/v1\/human\/file\/[\w-]+(\?grant=[\w.-]+)?$/

/** The width to ask for, of those that the server makes; 0 for the picture as it was uploaded. */
export function fittingWidth(pixels: number): number {
  return pictureWidths.find((width) => width >= pixels * NARROWER) ?? 0
}

/** The address of an uploaded picture in a width of `fittingWidth`; another address stays as it is. */
export function sizedUrl(url: string, width: number): string {
  if (width <= 0 || !UPLOADED.test(url)) return url
  return `${url}${url.includes('?') ? '&' : '?'}width=${width}`
}
