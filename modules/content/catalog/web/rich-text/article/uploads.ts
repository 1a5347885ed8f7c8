/**
 * Files on their way into the text. While one is uploaded, a card stands where it will be; the document itself has nothing of it,
 * so that no save stores half a picture.
 */
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { type Editor, Extension } from '@tiptap/react'
import { extensionOf, type FileKindName, files, fileTypes } from '#modules/platform/files/contract.ts'
import { CallError } from '#web/api/call-error.ts'
import { failureText } from '#web/api/failure-text.ts'
import { upload } from '#web/api/upload.ts'
import type { TextOf } from '#web/i18n/texts.ts'
import { pictureUrl } from '#web/ui/picture.ts'

interface Change {
  readonly add?: { readonly id: object; readonly at: number; readonly card: HTMLElement }
  readonly remove?: object
}

const key = new PluginKey<DecorationSet>('articleUploads')

const plugin = () =>
  new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply(transaction, before) {
        const change = transaction.getMeta(key) as Change | undefined
        let set = before.map(transaction.mapping, transaction.doc)
        if (change?.add) {
          const { id, at, card } = change.add
          set = set.add(transaction.doc, [Decoration.widget(at, card, { id, side: -1, ignoreSelection: true })])
        }
        if (change?.remove) set = set.remove(set.find(undefined, undefined, (spec) => spec.id === change.remove))
        return set
      },
    },
    props: { decorations: (state) => key.getState(state) },
  })

export const Uploads = Extension.create({ name: 'articleUploads', addProseMirrorPlugins: () => [plugin()] })

const placeOf = (view: EditorView, id: object): number | undefined =>
  key.getState(view.state)?.find(undefined, undefined, (spec) => spec.id === id)[0]?.from

export const uploadCount = (editor: Editor): number => key.getState(editor.state)?.find().length ?? 0

/** How a file stands in the text, by its type. */
function kindOf(file: File): { readonly kind: FileKindName; readonly node: 'figure' | 'audio' | 'video' | 'file' } {
  const known = fileTypes[extensionOf(file.name)]?.class
  if (known === 'picture') return { kind: 'rich-image', node: 'figure' }
  if (known === 'audio' || known === 'video') return { kind: known, node: known }
  return { kind: 'attachment', node: 'file' }
}

/** A pasted picture has a name without meaning, or none: the type says what it is. */
function named(file: File): File {
  if (fileTypes[extensionOf(file.name)]) return file
  const [kind = '', form = ''] = file.type.split('/')
  return kind === 'image' ? new File([file], `picture.${form === 'jpeg' ? 'jpg' : form}`, { type: file.type }) : file
}

function contentOf(file: File, path: string) {
  const { node } = kindOf(file)
  const name = file.name.replace(/\.\w+$/, '')
  if (node === 'file')
    return { type: 'file', attrs: { file: path.replace(/^files\//, ''), name: file.name, size: file.size } }
  const attrs = { src: pictureUrl(path), ...(node === 'figure' ? { alt: name } : { title: name }) }
  return { type: node, attrs }
}

function button(label: string, onClick: () => void): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.textContent = label
  element.addEventListener('mousedown', (event) => event.preventDefault())
  element.addEventListener('click', onClick)
  return element
}

interface Card {
  readonly dom: HTMLElement
  readonly progress: (share: number) => void
  readonly failed: (reason: string) => void
}

function cardOf(t: TextOf, name: string, actions: { retry: () => void; cancel: () => void }): Card {
  const dom = document.createElement('span')
  dom.className = 'sy-article-upload'
  dom.contentEditable = 'false'
  const [label, status, bar] = [
    document.createElement('b'),
    document.createElement('small'),
    document.createElement('progress'),
  ]
  label.textContent = name
  status.setAttribute('role', 'status')
  bar.setAttribute('aria-label', t('articleEditor.uploadOf', { name }))
  const cancel = button(t('articleEditor.uploadCancel'), actions.cancel)
  const show = (...parts: HTMLElement[]) => dom.replaceChildren(label, ...parts)
  return {
    dom,
    progress(share) {
      bar.value = share
      status.textContent = t('articleEditor.uploadShare', { percent: Math.round(share * 100) })
      show(bar, status, cancel)
    },
    failed(reason) {
      status.textContent = reason
      show(status, button(t('articleEditor.uploadRetry'), actions.retry), cancel)
    },
  }
}

/** Uploads a file to where it is wanted in the text. What fails stays there, to be tried again or given up. */
export function uploadInto(editor: Editor, t: TextOf, original: File, at = editor.state.selection.from): void {
  const file = named(original)
  const id = {}
  let stop = new AbortController()
  const change = (meta: Change) => editor.view.dispatch(editor.state.tr.setMeta(key, meta))
  const end = () => {
    stop.abort()
    if (!editor.isDestroyed) change({ remove: id })
  }
  const start = async () => {
    stop = new AbortController()
    card.progress(0)
    try {
      const fields = { kind: kindOf(file).kind, audience: 'company' }
      const sent = { file, fileName: file.name, fields }
      const { path } = await upload(files.uploadFile, sent, {
        ...{ onProgress: card.progress, signal: stop.signal, quiet: true },
      })
      const place = editor.isDestroyed ? undefined : placeOf(editor.view, id)
      if (place === undefined) return
      change({ remove: id })
      editor.chain().insertContentAt(place, contentOf(file, path), { updateSelection: true }).run()
    } catch (error) {
      if (!stop.signal.aborted)
        card.failed(error instanceof CallError ? await failureText(error) : t('articleEditor.uploadFailed'))
    }
  }
  const card = cardOf(t, file.name, { retry: () => void start(), cancel: end })
  change({ add: { id, at: Math.min(at, editor.state.doc.content.size), card: card.dom } })
  void start()
}
