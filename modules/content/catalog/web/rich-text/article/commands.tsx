/** What can be put into an article: for the tools above it and the menu inside it. */
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  mergeCells,
  splitCell,
  toggleHeaderRow,
} from '@tiptap/pm/tables'
import type { Editor } from '@tiptap/react'
import type { ReactNode } from 'react'
import type { TextOf } from '#web/i18n/texts.ts'
import type { CalloutKind } from '../../../contract/article.ts'
import { newTable } from '../nodes.ts'

export interface Command {
  readonly name: string
  readonly sign: ReactNode
  /** What people type to find it, beside its name. */
  readonly words?: string
  readonly run: (editor: Editor, t: TextOf) => void
  readonly active?: (editor: Editor) => boolean
}

const heading = (level: 1 | 2 | 3): Command => ({
  name: `heading${level}`,
  sign: `H${level}`,
  words: `h${level} bt biaoti heading`,
  run: (editor) => editor.chain().focus().toggleHeading({ level }).run(),
  active: (editor) => editor.isActive('heading', { level }),
})

const COLUMNS = [1, 2, 3] as const

export const blockCommands: readonly Command[] = [
  ...([1, 2, 3] as const).map(heading),
  {
    ...{ name: 'bullets', sign: '•', words: 'ul list lb liebiao' },
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
    active: (editor) => editor.isActive('bulletList'),
  },
  {
    ...{ name: 'numbers', sign: '1.', words: 'ol list lb liebiao' },
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
    active: (editor) => editor.isActive('orderedList'),
  },
  {
    ...{ name: 'tasks', sign: '☑', words: 'todo task rw renwu daiban' },
    run: (editor) => editor.chain().focus().toggleList('taskList', 'taskItem').run(),
    active: (editor) => editor.isActive('taskList'),
  },
  {
    ...{ name: 'quote', sign: '“', words: 'quote yy yinyong' },
    run: (editor) => editor.chain().focus().toggleBlockquote().run(),
    active: (editor) => editor.isActive('blockquote', { callout: null }),
  },
  {
    ...{ name: 'callout', sign: '!', words: 'callout tip ts tishi gaoliang' },
    run: (editor) => toggleCallout(editor, 'info'),
    active: (editor) => typeof editor.getAttributes('blockquote').callout === 'string',
  },
  {
    ...{ name: 'code', sign: '<>', words: 'code dm daima' },
    run: (editor) => editor.chain().focus().toggleCodeBlock().run(),
    active: (editor) => editor.isActive('codeBlock'),
  },
  {
    ...{ name: 'table', sign: '▦', words: 'table bg biaoge' },
    run(editor, t) {
      const headings = COLUMNS.map((number) => t('editor.column', { number }))
      editor.chain().focus().insertContent(newTable(headings)).run()
    },
  },
  {
    ...{ name: 'line', sign: '—', words: 'hr line fgx fengexian' },
    run: (editor) => editor.chain().focus().setHorizontalRule().run(),
  },
]

export function toggleCallout(editor: Editor, callout: CalloutKind): void {
  if (editor.getAttributes('blockquote').callout === callout) editor.chain().focus().lift('blockquote').run()
  else if (editor.isActive('blockquote')) editor.chain().focus().updateAttributes('blockquote', { callout }).run()
  else editor.chain().focus().wrapIn('blockquote', { callout }).run()
}

export const markCommands: readonly Command[] = [
  {
    ...{ name: 'bold', sign: <b>B</b> },
    run: (editor) => editor.chain().focus().toggleBold().run(),
    active: (editor) => editor.isActive('bold'),
  },
  {
    ...{ name: 'italic', sign: <i>I</i> },
    run: (editor) => editor.chain().focus().toggleItalic().run(),
    active: (editor) => editor.isActive('italic'),
  },
  {
    ...{ name: 'underline', sign: <u>U</u> },
    run: (editor) => editor.chain().focus().toggleUnderline().run(),
    active: (editor) => editor.isActive('underline'),
  },
  {
    ...{ name: 'strike', sign: <s>S</s> },
    run: (editor) => editor.chain().focus().toggleStrike().run(),
    active: (editor) => editor.isActive('strike'),
  },
]

/** A table’s own tools. */
export const tableCommands = {
  ...{ addRow: addRowAfter, addColumn: addColumnAfter, deleteRow, deleteColumn },
  ...{ mergeCells, splitCell, headerRow: toggleHeaderRow, deleteTable },
} as const

export const align = (editor: Editor, to: 'left' | 'center' | 'right'): void => {
  const value = to === 'left' ? null : to
  const chain = editor.chain().focus()
  for (const type of ['paragraph', 'heading', 'figure']) chain.updateAttributes(type, { align: value })
  chain.run()
}
