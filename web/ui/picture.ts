/** The address of a picture that an answer names: `avatars/0-3.png` is shipped with the client, `files/{id}` uploaded. */
export function pictureUrl(path: string | null | undefined): string | undefined {
  if (!path) return undefined
  if (path.startsWith('avatars/')) return `/vue/${path}`
  if (path.startsWith('files/')) return `/api/v1/human/file/${path.slice('files/'.length)}`
  return /^(https?:|data:image\/|blob:|\/)/.test(path) ? path : undefined
}
