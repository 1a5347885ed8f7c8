/** What is marked in the text without being part of it: colors of code, words that are wrong, and what a search has found. */
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { Extension } from '@tiptap/react'
import { placesOf, type Span } from './article-text.ts'
import { type Highlight, loadHighlight } from './code-highlight.ts'

interface Marked {
  readonly words: readonly string[]
  readonly found: readonly Span[]
  readonly current: number
  readonly search: string
  readonly decorations: DecorationSet
}

type Change = Partial<Pick<Marked, 'words' | 'search' | 'current'>> & { readonly colors?: true }

const key = new PluginKey<Marked>('textMarks')
let highlight: Highlight | undefined

/** The ranges of one code block, read from the markup of its colors. */
function colorsOf(node: Node, at: number, color: Highlight): Decoration[] {
  const markup = color(node.textContent, String(node.attrs.language ?? ''))
  if (markup === undefined) return []
  const holder = document.createElement('template')
  holder.innerHTML = markup
  const found: Decoration[] = []
  const walk = (parent: globalThis.Node, from: number): number => {
    let place = from
    for (const child of parent.childNodes) {
      const start = place
      place = child.nodeType === 3 ? place + (child.nodeValue?.length ?? 0) : walk(child, place)
      if (child instanceof HTMLElement) found.push(Decoration.inline(start, place, { class: child.className }))
    }
    return place
  }
  walk(holder.content, at + 1)
  return found
}

function codeOf(doc: Node): { readonly node: Node; readonly at: number }[] {
  const found: { node: Node; at: number }[] = []
  doc.descendants((node, at) => {
    if (node.type.name === 'codeBlock') found.push({ node, at })
    return !node.isTextblock
  })
  return found
}

function marked(doc: Node, { words, search, current }: Pick<Marked, 'words' | 'search' | 'current'>): Marked {
  const found = search === '' ? [] : placesOf(doc, [search])
  const decorations = [
    ...placesOf(doc, words).map(({ from, to }) => Decoration.inline(from, to, { class: 'sy-article-wrong' })),
    ...found.map(({ from, to }, at) =>
      Decoration.inline(from, to, { class: at === current ? 'sy-article-found sy-article-here' : 'sy-article-found' }),
    ),
    ...(highlight ? codeOf(doc).flatMap(({ node, at }) => (highlight ? colorsOf(node, at, highlight) : [])) : []),
  ]
  return { words, search, current, found, decorations: DecorationSet.create(doc, decorations) }
}

const plugin = () =>
  new Plugin<Marked>({
    key,
    state: {
      init: (_config, { doc }) => marked(doc, { words: [], search: '', current: 0 }),
      apply(transaction, before) {
        const change = transaction.getMeta(key) as Change | undefined
        if (!transaction.docChanged && !change) return before
        return marked(transaction.doc, { ...before, ...change })
      },
    },
    props: { decorations: (state) => key.getState(state)?.decorations },
    view(view: EditorView) {
      let asked = false
      const look = () => {
        if (asked || codeOf(view.state.doc).length === 0) return
        asked = true
        void loadHighlight().then(
          (loaded) => {
            highlight = loaded
            if (!view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, { colors: true }))
          },
          () => undefined,
        )
      }
      look()
      return { update: look }
    },
  })

export const TextMarks = Extension.create({ name: 'textMarks', addProseMirrorPlugins: () => [plugin()] })

export const markWords = (view: EditorView, words: readonly string[]) =>
  view.dispatch(view.state.tr.setMeta(key, { words } satisfies Change))

export const searchText = (view: EditorView, search: string, current = 0) =>
  view.dispatch(view.state.tr.setMeta(key, { search, current } satisfies Change))

export const foundIn = (view: EditorView): Pick<Marked, 'found' | 'current'> =>
  key.getState(view.state) ?? { found: [], current: 0 }
