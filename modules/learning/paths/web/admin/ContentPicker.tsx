import { useQuery } from '@tanstack/react-query'
import { Checkbox, Modal, Segmented } from 'antd'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useLanguage, useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { StudyContent } from '../../contract/authoring.ts'
import { paths } from '../../contract.ts'
import type { DraftSection } from './outline.ts'

interface Props {
  readonly taken: readonly DraftSection[]
  readonly onPick: (contents: readonly StudyContent[]) => void
  readonly onClose: () => void
}

/** Chooses contents of any kind; what the path has already can't be chosen again. */
export function ContentPicker({ taken, onPick, onClose }: Props) {
  const t = useText('paths')
  const language = useLanguage()
  const [businessType, setBusinessType] = useState(1)
  const [search, setSearch] = useState('')
  const [picked, setPicked] = useState<readonly StudyContent[]>([])
  const found = useQuery(
    q(paths.studyContents, { query: { businessType, search: search || undefined } }, { quiet: true }),
  )
  const kinds = (found.data?.kinds ?? []).map((kind) => ({ value: kind.businessType, label: kind.label[language] }))
  const isPicked = (content: StudyContent) => picked.some((one) => one.businessId === content.businessId)
  const isTaken = (content: StudyContent) =>
    taken.some((one) => one.businessType === content.businessType && one.businessId === content.businessId)
  const toggle = (content: StudyContent) =>
    setPicked((before) =>
      isPicked(content) ? before.filter((one) => one.businessId !== content.businessId) : [...before, content],
    )
  return (
    <Modal
      open
      title={t('pick.title')}
      okText={t('pick.go', { count: picked.length })}
      cancelText={t('cancel')}
      okButtonProps={{ disabled: picked.length === 0 }}
      onOk={() => onPick(picked)}
      onCancel={onClose}
      width={640}
    >
      <div className="lp-pick-bar">
        {kinds.length > 1 && (
          <Segmented aria-label={t('pick.kind')} options={kinds} value={businessType} onChange={setBusinessType} />
        )}
        <SearchBox label={t('pick.search')} onSearch={setSearch} />
      </div>
      <div className="lp-pick-list" aria-live="polite">
        {found.isPending && <LoadingState rows={5} />}
        {found.isError && <ErrorState small error={found.error} onRetry={() => void found.refetch()} />}
        {found.data?.items.length === 0 && <EmptyState small title={t('pick.none')} />}
        <ul>
          {found.data?.items.map((content) => (
            <li key={content.businessId}>
              <Checkbox
                checked={isPicked(content) || isTaken(content)}
                disabled={isTaken(content)}
                onChange={() => toggle(content)}
              >
                {content.name}
                {isTaken(content) && <small className="sy-faint"> {t('pick.taken')}</small>}
              </Checkbox>
            </li>
          ))}
        </ul>
      </div>
    </Modal>
  )
}
