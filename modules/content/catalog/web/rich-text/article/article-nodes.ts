/** What articles hold besides the rich text of small fields. The HTML of each is what the server lets through (contract/article.ts). */
import { columnResizing, goToNextCell, tableEditing } from '@tiptap/pm/tables'
import { Extension, mergeAttributes, Node, wrappingInputRule } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { alignments, calloutKinds, pictureShares } from '../../../contract/article.ts'
import { FormulaNode } from '../formula-node.ts'
import { played, raised, Table, TableRow } from '../nodes.ts'

const ownFile = /^\/api\/v1\/human\/file\/[0-9a-f-]{36}$/

/** An attribute that stands in the HTML under this name, if its value is one of these. */
const dataAttribute = (name: string, values: readonly string[]) => ({
  default: null as string | null,
  parseHTML: (element: HTMLElement) => values.find((value) => value === element.getAttribute(`data-${name}`)) ?? null,
  renderHTML: (attributes: Record<string, unknown>) =>
    attributes[name] === null ? {} : { [`data-${name}`]: attributes[name] },
})

const BlockAttributes = Extension.create({
  name: 'blockAttributes',
  addGlobalAttributes: () => [
    { types: ['paragraph', 'heading'], attributes: { align: dataAttribute('align', alignments) } },
    { types: ['blockquote'], attributes: { callout: dataAttribute('callout', calloutKinds) } },
  ],
})

const pictureOf = (element: HTMLElement) => {
  const picture = element.matches('img') ? element : element.querySelector('img')
  const src = picture?.getAttribute('src') ?? ''
  return ownFile.test(src) ? { src, alt: picture?.getAttribute('alt') ?? '' } : false
}

/** A picture with its caption. Pictures from elsewhere are no part of the document: they would tell who reads. */
const Figure = Node.create({
  name: 'figure',
  group: 'block',
  content: 'text*',
  marks: '',
  draggable: true,
  isolating: true,
  addAttributes: () => ({
    src: { default: null, rendered: false },
    alt: { default: '', rendered: false },
    align: dataAttribute('align', alignments),
    width: dataAttribute('width', pictureShares.map(String)),
  }),
  parseHTML: () => [
    {
      tag: 'figure',
      getAttrs: pictureOf,
      contentElement: (element) =>
        (element as HTMLElement).querySelector<HTMLElement>('figcaption') ?? document.createElement('figcaption'),
    },
    { tag: 'img', getAttrs: pictureOf },
    { tag: 'img', ignore: true, priority: 10 },
  ],
  renderHTML: ({ node, HTMLAttributes }) => [
    'figure',
    mergeAttributes(HTMLAttributes),
    ['img', { src: String(node.attrs.src), alt: String(node.attrs.alt) }],
    ['figcaption', 0],
  ],
})

const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ member: { default: null, rendered: false }, name: { default: '', rendered: false } }),
  parseHTML: () => [
    {
      tag: 'span[data-member]',
      priority: 60,
      getAttrs: (element) => ({
        member: element.dataset.member ?? '',
        name: (element.textContent ?? '').replace(/^@/, ''),
      }),
    },
  ],
  renderHTML: ({ node }) => ['span', { 'data-member': String(node.attrs.member) }, `@${String(node.attrs.name)}`],
  renderText: ({ node }) => `@${String(node.attrs.name)}`,
})

/** A file to load down, as a link of its own kind. */
const FileLink = Node.create({
  name: 'file',
  group: 'inline',
  inline: true,
  atom: true,
  draggable: true,
  marks: '',
  addAttributes: () => ({
    file: { default: null, rendered: false },
    name: { default: '', rendered: false },
    size: { default: null, rendered: false },
  }),
  parseHTML: () => [
    {
      tag: 'a[data-file]',
      priority: 1100,
      getAttrs: (element) => ({
        ...{ file: element.dataset.file ?? '', name: element.textContent ?? '' },
        size: element.dataset.size === undefined ? null : Number(element.dataset.size),
      }),
    },
  ],
  renderHTML: ({ node: { attrs } }) => [
    'a',
    {
      'data-file': String(attrs.file),
      ...(attrs.size !== null && { 'data-size': String(attrs.size) }),
      href: `/api/v1/human/file/${String(attrs.file)}?download=1`,
    },
    String(attrs.name),
  ],
  renderText: ({ node }) => String(node.attrs.name),
})

const TaskList = Node.create({
  name: 'taskList',
  group: 'block list',
  content: 'taskItem+',
  parseHTML: () => [{ tag: 'ul[data-list="tasks"]', priority: 60 }],
  renderHTML: () => ['ul', { 'data-list': 'tasks' }, 0],
})

const TaskItem = Node.create({
  name: 'taskItem',
  content: 'paragraph block*',
  defining: true,
  addAttributes: () => ({
    done: {
      default: false,
      keepOnSplit: false,
      parseHTML: (element: HTMLElement) => element.dataset.done === 'true',
      renderHTML: ({ done }: { done?: boolean }) => ({ 'data-done': String(done === true) }),
    },
  }),
  parseHTML: () => [{ tag: 'li[data-done]', priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ['li', mergeAttributes(HTMLAttributes), 0],
  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Tab: () => this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
    }
  },
  addInputRules() {
    const find = /^\s*\[([ xX]?)\]\s$/
    return [
      wrappingInputRule({ find, type: this.type, getAttributes: ([, sign]) => ({ done: /x/i.test(sign ?? '') }) }),
    ]
  },
  addNodeView:
    () =>
    ({ node, editor, getPos }) => {
      const dom = document.createElement('li')
      const box = document.createElement('input')
      const contentDOM = document.createElement('div')
      box.type = 'checkbox'
      box.contentEditable = 'false'
      box.addEventListener('mousedown', (event) => event.preventDefault())
      box.addEventListener('change', () => {
        const at = getPos()
        if (at === undefined || !editor.isEditable) box.checked = !box.checked
        else editor.view.dispatch(editor.state.tr.setNodeAttribute(at, 'done', box.checked))
      })
      const show = (now: typeof node) => {
        box.checked = now.attrs.done === true
        box.setAttribute('aria-label', now.firstChild?.textContent ?? '')
        dom.dataset.done = String(box.checked)
      }
      show(node)
      dom.append(box, contentDOM)
      return {
        ...{ dom, contentDOM },
        update: (next) => {
          if (next.type.name !== 'taskItem') return false
          show(next)
          return true
        },
      }
    },
})

const widthsOf = (element: HTMLElement) => {
  const widths = element.dataset.colwidth?.split(',').map(Number) ?? []
  return widths.length > 0 && widths.every((width) => width > 0) ? widths : null
}

const cell = (name: string, tag: 'td' | 'th') =>
  Node.create({
    name,
    content: 'block+',
    isolating: true,
    addAttributes: () => ({
      ...{ colspan: { default: 1 }, rowspan: { default: 1 } },
      colwidth: {
        default: null,
        parseHTML: widthsOf,
        renderHTML: ({ colwidth }: { colwidth?: number[] | null }) =>
          colwidth ? { 'data-colwidth': colwidth.map((width) => width || 0).join(',') } : {},
      },
    }),
    parseHTML: () => [{ tag }],
    renderHTML: ({ HTMLAttributes }) => [tag, mergeAttributes(HTMLAttributes), 0],
  })

const TableKeys = Extension.create({
  name: 'tableKeys',
  // Before the keys of lists, which would take the tabulator in a cell.
  priority: 60,
  addProseMirrorPlugins: () => [columnResizing({ cellMinWidth: 48 }), tableEditing()],
  addKeyboardShortcuts() {
    const to = (direction: 1 | -1) => () => goToNextCell(direction)(this.editor.state, this.editor.view.dispatch)
    return { Tab: to(1), 'Shift-Tab': to(-1) }
  },
})

/** All that an article is made of. */
export const articleNodes = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    link: {
      ...{ openOnClick: false, defaultProtocol: 'https' },
      HTMLAttributes: { target: '_blank', rel: 'noopener noreferrer', class: null },
    },
  }),
  ...[BlockAttributes, Figure, Mention, FileLink, FormulaNode, TaskList, TaskItem],
  ...[played('audio'), played('video'), Table, TableRow, cell('tableCell', 'td'), cell('tableHeader', 'th'), TableKeys],
  ...[raised('superscript', 'sup'), raised('subscript', 'sub')],
]
