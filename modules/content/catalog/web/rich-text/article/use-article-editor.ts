/** The editor of an article with all that it listens to. */
import { type Editor, Extension, useEditor } from '@tiptap/react'
import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { visibleLength } from '#kit/visible-length.ts'
import { useText } from '#web/i18n/texts.ts'
import { notify } from '#web/ui/notify.ts'
import { articleNodes } from './article-nodes.ts'
import type { ArticleEditorProps } from './article-props.ts'
import { textOf } from './article-text.ts'
import { isMarkdown, markdownHtml } from './markdown.ts'
import { cleanPaste, fileOfData, pictureEnd, pictureStart } from './paste.ts'
import { markWords, TextMarks } from './text-marks.ts'
import { Uploads, uploadCount, uploadInto } from './uploads.ts'

type Keys = RefObject<((event: KeyboardEvent) => boolean) | undefined>

const picturePlace = new RegExp(`${pictureStart}(\\d+)${pictureEnd}`)

/** Puts an upload where the marks of the pasted pictures stand. */
function takePictures(editor: Editor, pictures: readonly string[], start: (file: File, at: number) => void): void {
  for (let left = pictures.length; left > 0; left -= 1) {
    let place: { from: number; to: number; number: number } | undefined
    editor.state.doc.descendants((node, at) => {
      const match = node.isText && !place ? picturePlace.exec(node.text ?? '') : null
      if (match) place = { from: at + match.index, to: at + match.index + match[0].length, number: Number(match[1]) }
      return !place
    })
    if (!place) return
    editor.view.dispatch(editor.state.tr.delete(place.from, place.to))
    const file = fileOfData(pictures[place.number] ?? '')
    if (file) start(file, place.from)
  }
}

export function useArticleEditor(props: ArticleEditorProps, keys: Keys) {
  const { label, value, problemId, readOnly = false, placeholder = '', problems } = props
  const t = useText('catalog')
  const latest = useRef({ props, t })
  latest.current = { props, t }
  const last = useRef(value)
  const counted = useRef(-1)
  const uploading = useRef(0)
  const own = useRef<Editor | null>(null)
  const count = useCallback((editor: Editor) => {
    const length = visibleLength(textOf(editor.state.doc))
    if (length !== counted.current) latest.current.props.onWordCount?.(length)
    counted.current = length
  }, [])
  const start = (file: File, at?: number) => own.current && uploadInto(own.current, latest.current.t, file, at)
  const editor = useEditor({
    extensions: [...articleNodes, TextMarks, Uploads, Hint],
    content: value,
    editable: !readOnly,
    editorProps: {
      attributes: {
        ...{ role: 'textbox', 'aria-multiline': 'true', 'aria-label': label, class: 'sy-prose sy-article' },
        ...(placeholder !== '' && { 'data-placeholder': placeholder }),
        ...(problemId !== undefined && { 'aria-invalid': 'true', 'aria-describedby': problemId }),
      },
      handleKeyDown: (_view, event) => keys.current?.(event) ?? false,
      transformPastedHTML(html) {
        const pasted = cleanPaste(html, window.location.origin)
        if (pasted.lostCount > 0)
          notify('info', latest.current.t('articleEditor.pasteLost', { count: pasted.lostCount }))
        if (pasted.pictures.length > 0)
          queueMicrotask(() => own.current && takePictures(own.current, pasted.pictures, start))
        return pasted.html
      },
      handlePaste(view, event) {
        const data = event.clipboardData
        const pasted = [...(data?.files ?? [])]
        const html = data?.getData('text/html') ?? ''
        const text = data?.getData('text/plain') ?? ''
        // Word puts a picture of the whole text beside the text.
        if (pasted.length > 0 && !(html !== '' && text.trim() !== '')) {
          for (const file of pasted) start(file)
          return true
        }
        const inCode = view.state.selection.$from.parent.type.spec.code === true
        if (html !== '' || inCode || !isMarkdown(text)) return false
        return own.current?.commands.insertContent(markdownHtml(text)) ?? false
      },
      handleDrop(view, event, _slice, moved) {
        const dropped = [...(event.dataTransfer?.files ?? [])]
        if (moved || dropped.length === 0) return false
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
        for (const file of dropped) start(file, at)
        return true
      },
    },
    onCreate: ({ editor: current }) => count(current),
    onUpdate({ editor: current }) {
      last.current = current.isEmpty ? '' : current.getHTML()
      latest.current.props.onChange(last.current)
      count(current)
    },
    onTransaction({ editor: current }) {
      const now = uploadCount(current)
      if (now !== uploading.current) latest.current.props.onUploads?.(now)
      uploading.current = now
    },
  })
  own.current = editor
  // Another text from outside: the newest was loaded.
  useEffect(() => {
    if (!editor || value === last.current) return
    last.current = value
    editor.commands.setContent(value, { emitUpdate: false })
    count(editor)
  }, [editor, value, count])
  useEffect(() => {
    if (editor && editor.isEditable === readOnly) editor.setEditable(!readOnly, false)
  }, [editor, readOnly])
  const words = problems?.join('\n') ?? ''
  useEffect(() => {
    if (editor) markWords(editor.view, words === '' ? [] : words.split('\n'))
  }, [editor, words])
  return editor
}

/** The text says itself when it is empty, for its hint. */
const Hint = Extension.create({
  name: 'emptyHint',
  onTransaction() {
    this.editor.view.dom.toggleAttribute('data-empty', this.editor.isEmpty)
  },
  onCreate() {
    this.editor.view.dom.toggleAttribute('data-empty', this.editor.isEmpty)
  },
})
