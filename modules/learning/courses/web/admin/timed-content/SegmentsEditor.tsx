import { Button, Input } from 'antd'
import { useState } from 'react'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import { type Segment, segmentsMax } from '../../../contract/segments.ts'
import { courses } from '../../../contract.ts'
import { PlaceInput } from './PlaceInput.tsx'

interface Draft {
  readonly key: string
  readonly id?: string
  readonly title: string
  readonly summary: string
  readonly from: number
}

interface Props {
  readonly params: { readonly id: string; readonly sectionId: string }
  readonly length: number
  readonly segments: readonly Segment[]
}

const draftOf = ({ id, title, summary, from }: Segment): Draft => ({ key: id, id, title, summary, from })

/** Pieces of the video with names; they are kept in the order of their time. */
export function SegmentsEditor({ params, length, segments }: Props) {
  const t = useText('courses')
  const [drafts, setDrafts] = useState<readonly Draft[]>(() => segments.map(draftOf))
  const { busy, run } = useAction()
  const change = (key: string, values: Partial<Draft>) =>
    setDrafts((before) => before.map((draft) => (draft.key === key ? { ...draft, ...values } : draft)))
  const add = () => {
    const from = Math.min(
      length - 1,
      drafts.reduce((last, draft) => Math.max(last, draft.from + 60_000), 0),
    )
    setDrafts([...drafts, { key: crypto.randomUUID(), title: '', summary: '', from: drafts.length === 0 ? 0 : from }])
  }
  const taken = new Set(drafts.map(({ from }) => from))
  const isReady = drafts.every(({ title }) => title.trim() !== '') && taken.size === drafts.length
  const save = () =>
    run(
      async () => {
        const sorted = [...drafts].sort((one, other) => one.from - other.from)
        const inputs = sorted.map(({ id, title, summary, from }) => ({ ...(id && { id }), title, summary, from }))
        await call(courses.saveSegments, { params, body: { segments: inputs } })
        setDrafts(sorted)
      },
      { done: t('timedContent.saved') },
    )
  return (
    <div className="sy-grid sy-gap-3">
      {drafts.map((draft) => (
        <div key={draft.key} className="sy-grid sy-gap-2 co-timed-row">
          <PlaceInput value={draft.from} max={length - 1} onChange={(from) => change(draft.key, { from })} />
          <Input
            value={draft.title}
            maxLength={100}
            placeholder={t('timedContent.segmentTitle')}
            aria-label={t('timedContent.segmentTitle')}
            onChange={(event) => change(draft.key, { title: event.target.value })}
          />
          <Button
            type="text"
            aria-label={t('timedContent.remove')}
            icon={<Icon name="delete" size={16} />}
            onClick={() => setDrafts(drafts.filter(({ key }) => key !== draft.key))}
          />
          <Input
            className="co-timed-wide"
            value={draft.summary}
            maxLength={500}
            placeholder={t('timedContent.summary')}
            aria-label={t('timedContent.summary')}
            onChange={(event) => change(draft.key, { summary: event.target.value })}
          />
        </div>
      ))}
      {taken.size < drafts.length && <p className="co-timed-problem">{t('timedContent.sameTime')}</p>}
      <div className="sy-actions">
        <Button icon={<Icon name="plus" size={16} />} disabled={drafts.length >= segmentsMax} onClick={add}>
          {t('timedContent.addSegment')}
        </Button>
        <Button type="primary" loading={busy} disabled={!isReady} onClick={() => void save()}>
          {t('timedContent.saveSegments')}
        </Button>
      </div>
    </div>
  )
}
