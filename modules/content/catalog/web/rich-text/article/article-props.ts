/** What the article editor asks of the screen that it stands on. */
import type { ReactNode } from 'react'

/** Members whose names fit what was typed; of an empty text, those that are likely. */
export type MemberFinder = (
  search: string,
) => Promise<readonly { readonly id: string; readonly name: string; readonly note?: string }[]>

/** What the dialog of a picture library is for: one picture for the text, or none. */
export interface PictureChoice {
  /** `path`: `files/{id}` */
  readonly onChosen: (picture: { readonly name: string; readonly path: string }) => void
  readonly onClose: () => void
}

export interface ArticleEditorProps {
  readonly label: string
  readonly value: string
  readonly onChange: (html: string) => void
  /** For mentions; without it there are none. */
  readonly members?: MemberFinder
  /** The dialog of a picture library; without it there is no choice from one. */
  readonly library?: (choice: PictureChoice) => ReactNode
  /** Words that are marked wherever they stand: those that the server has objected to. */
  readonly problems?: readonly string[]
  readonly readOnly?: boolean
  readonly placeholder?: string
  /** More characters than this may not be published; they can be written. */
  readonly lengthMax?: number
  /** The characters as the server counts them. */
  readonly onWordCount?: (characters: number) => void
  /** Called when files start or end being uploaded: what is saved meanwhile does not have them. */
  readonly onUploads?: (count: number) => void
  readonly problemId?: string
  /** Offers to take the text of a Word document. */
  readonly wordImport?: boolean
}
