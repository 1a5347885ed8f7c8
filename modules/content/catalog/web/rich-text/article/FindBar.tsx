import type { Editor } from '@tiptap/react'
import { Button, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { foundIn, searchText } from './text-marks.ts'

/** Finds words in the text, and puts others in their place. */
export function FindBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useText('catalog')
  const [search, setSearch] = useState('')
  const [other, setOther] = useState('')
  const [current, setCurrent] = useState(0)
  const { found } = foundIn(editor.view)
  const at = found.length === 0 ? 0 : current % found.length
  useEffect(() => {
    if (!editor.isDestroyed) searchText(editor.view, search, at)
  }, [editor, search, at])
  useEffect(
    () => () => {
      if (!editor.isDestroyed) searchText(editor.view, '')
    },
    [editor],
  )
  const step = (by: 1 | -1) => {
    if (found.length === 0) return
    const next = (at + by + found.length) % found.length
    setCurrent(next)
    const place = found[next]
    if (place) editor.view.domAtPos(place.from).node.parentElement?.scrollIntoView({ block: 'center' })
  }
  const put = (isAll: boolean) => {
    const places = isAll ? found : found.slice(at, at + 1)
    const change = editor.state.tr
    // From the end, so that the places before stay where they are.
    for (const { from, to } of [...places].reverse()) change.insertText(other, from, to)
    editor.view.dispatch(change)
  }
  return (
    <search
      className="sy-article-find sy-flow"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
      }}
    >
      <Input
        autoFocus
        size="small"
        value={search}
        aria-label={t('articleEditor.find')}
        placeholder={t('articleEditor.find')}
        onChange={(event) => {
          setSearch(event.target.value)
          setCurrent(0)
        }}
        onPressEnter={(event) => step(event.shiftKey ? -1 : 1)}
      />
      <small role="status">
        {search !== '' && t('articleEditor.findCount', { at: found.length === 0 ? 0 : at + 1, count: found.length })}
      </small>
      <Button size="small" onClick={() => step(-1)}>
        {t('articleEditor.findBefore')}
      </Button>
      <Button size="small" onClick={() => step(1)}>
        {t('articleEditor.findNext')}
      </Button>
      <Input
        size="small"
        value={other}
        aria-label={t('articleEditor.replace')}
        placeholder={t('articleEditor.replace')}
        onChange={(event) => setOther(event.target.value)}
      />
      <Button size="small" disabled={found.length === 0} onClick={() => put(false)}>
        {t('articleEditor.replaceOne')}
      </Button>
      <Button size="small" disabled={found.length === 0} onClick={() => put(true)}>
        {t('articleEditor.replaceAll')}
      </Button>
      <Button size="small" type="text" onClick={onClose}>
        {t('articleEditor.close')}
      </Button>
    </search>
  )
}
