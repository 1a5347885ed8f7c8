/** What our rich text holds besides paragraphs, lists and marks: pictures, sound, video, tables, raised and lowered text. */

import { goToNextCell, tableEditing } from '@tiptap/pm/tables'
import { Extension, Mark, mergeAttributes, Node } from '@tiptap/react'

const Picture = Node.create({
  name: 'image',
  group: 'block',
  draggable: true,
  addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
  parseHTML: () => [{ tag: 'img[src]' }],
  renderHTML: ({ HTMLAttributes }) => ['img', mergeAttributes(HTMLAttributes)],
})

/** Sound or a video, with the player of the browser. */
export const played = (name: 'audio' | 'video') =>
  Node.create({
    name,
    group: 'block',
    draggable: true,
    atom: true,
    addAttributes: () => ({ src: { default: null }, title: { default: '' } }),
    parseHTML: () => [{ tag: `${name}[src]` }],
    renderHTML: ({ HTMLAttributes }) => [name, mergeAttributes(HTMLAttributes, { controls: 'controls' })],
  })

/** What each node is to the table commands of the editor. */
const tableRoles: Readonly<Record<string, string>> = {
  table: 'table',
  tableRow: 'row',
  tableCell: 'cell',
  tableHeader: 'header_cell',
}

export const Table = Node.create({
  name: 'table',
  // Asked for every node there is.
  extendNodeSchema: ({ name }) => ({ tableRole: tableRoles[name] }),
  group: 'block',
  content: 'tableRow+',
  isolating: true,
  parseHTML: () => [{ tag: 'table' }],
  renderHTML: () => ['table', ['tbody', 0]],
})

export const TableRow = Node.create({
  name: 'tableRow',
  content: '(tableCell | tableHeader)*',
  parseHTML: () => [{ tag: 'tr' }],
  renderHTML: () => ['tr', 0],
})

const spans = () => ({ colspan: { default: 1 }, rowspan: { default: 1 }, colwidth: { default: null, rendered: false } })

const TableCell = Node.create({
  name: 'tableCell',
  content: 'block+',
  isolating: true,
  addAttributes: spans,
  parseHTML: () => [{ tag: 'td' }],
  renderHTML: ({ HTMLAttributes }) => ['td', mergeAttributes(HTMLAttributes), 0],
})

const TableHeader = Node.create({
  name: 'tableHeader',
  content: 'block+',
  isolating: true,
  addAttributes: spans,
  parseHTML: () => [{ tag: 'th' }],
  renderHTML: ({ HTMLAttributes }) => ['th', mergeAttributes(HTMLAttributes), 0],
})

const TableKeys = Extension.create({
  name: 'tableKeys',
  addProseMirrorPlugins: () => [tableEditing()],
  addKeyboardShortcuts() {
    const to = (direction: 1 | -1) => () => goToNextCell(direction)(this.editor.state, this.editor.view.dispatch)
    return { Tab: to(1), 'Shift-Tab': to(-1) }
  },
})

export const raised = (name: string, tag: 'sup' | 'sub') =>
  Mark.create({ name, parseHTML: () => [{ tag }], renderHTML: () => [tag, 0] })

export const ownNodes = [
  Picture,
  played('audio'),
  played('video'),
  Table,
  TableRow,
  TableCell,
  TableHeader,
  TableKeys,
  raised('superscript', 'sup'),
  raised('subscript', 'sub'),
]

/** A new table: a row of headings, and two rows below it. */
export function newTable(headings: readonly string[]) {
  const paragraph = (text: string) => ({ type: 'paragraph', ...(text !== '' && { content: [{ type: 'text', text }] }) })
  const row = (type: 'tableHeader' | 'tableCell', texts: readonly string[]) => ({
    type: 'tableRow',
    content: texts.map((text) => ({ type, content: [paragraph(text)] })),
  })
  const empty = headings.map(() => '')
  return { type: 'table', content: [row('tableHeader', headings), row('tableCell', empty), row('tableCell', empty)] }
}
