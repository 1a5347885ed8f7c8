/** Which of several chosen files becomes a section next. Pure. */
import type { ChosenUpload } from '#modules/platform/files/web.tsx'

export interface FileSections {
  readonly made: ReadonlySet<number>
  /** Uploads of which no section could be made, with the reason. */
  readonly failed: ReadonlyMap<number, string>
}

/** The first that is there, unless one that was chosen before it may still come: sections stand in the order of the choice. */
export function nextUpload(
  uploads: readonly ChosenUpload[],
  { made, failed }: FileSections,
): (ChosenUpload & { readonly file: object }) | undefined {
  for (const upload of uploads) {
    if (made.has(upload.key) || failed.has(upload.key)) continue
    if (upload.file) return upload as ChosenUpload & { readonly file: object }
    if (upload.isOpen) return undefined
  }
  return undefined
}
