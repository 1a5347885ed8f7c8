import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Checkbox, Modal, Segmented } from 'antd'
import { useState } from 'react'
import { q } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { LoadingState } from '#web/ui/LoadingState.tsx'
import { SearchBox } from '#web/ui/SearchBox.tsx'
import type { Choice } from '../../contract/authoring.ts'
import { subjects } from '../../contract.ts'
import { kindIcon } from '../kinds.ts'

interface Props {
  /** `type:id` of what stands in the subject already. */
  readonly known: ReadonlySet<string>
  /** How many more the stage holds. */
  readonly room: number
  readonly onChosen: (choices: readonly Choice[]) => void
  readonly onClose: () => void
}

const keyOf = ({ businessType, businessId }: Choice) => `${businessType}:${businessId}`

/** Chooses what is to be studied in a stage, of every kind that there is. */
export function ContentChooser({ known, room, onChosen, onClose }: Props) {
  const t = useText('subjects')
  const [search, setSearch] = useState('')
  const [businessType, setBusinessType] = useState<number>()
  const [chosen, setChosen] = useState<ReadonlyMap<string, Choice>>(new Map())
  const query = { search: search || undefined, businessType }
  const found = useQuery({
    ...q(subjects.subjectChoices, { query }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  const kinds = found.data?.kinds ?? []
  const toggle = (choice: Choice) => {
    const next = new Map(chosen)
    if (!next.delete(keyOf(choice))) next.set(keyOf(choice), choice)
    setChosen(next)
  }
  const finish = () => {
    onChosen([...chosen.values()].slice(0, room))
    onClose()
  }
  return (
    <Modal
      open
      title={t('editor.addContents')}
      okText={t('editor.addChosen', { count: chosen.size })}
      cancelText={t('authoring.cancel')}
      okButtonProps={{ disabled: chosen.size === 0 || chosen.size > room }}
      onOk={finish}
      onCancel={onClose}
    >
      <div className="sb-chooser">
        <SearchBox label={t('editor.searchContents')} onSearch={setSearch} />
        {kinds.length > 1 && (
          <Segmented
            aria-label={t('editor.kinds')}
            options={[
              { value: 0, label: t('editor.allKinds') },
              ...kinds.map((kind) => ({ value: kind.businessType, label: kind.name })),
            ]}
            value={businessType ?? 0}
            onChange={(value) => setBusinessType(value === 0 ? undefined : value)}
          />
        )}
        {found.isPending && <LoadingState rows={4} />}
        {found.isError && <ErrorState small error={found.error} onRetry={() => void found.refetch()} />}
        {found.data?.items.length === 0 && <EmptyState small title={t('editor.noContents')} />}
        <ul className="sb-choices" data-stale={found.isPlaceholderData}>
          {found.data?.items.map((choice) => {
            const isIn = known.has(keyOf(choice))
            return (
              <li key={keyOf(choice)}>
                <Checkbox
                  checked={isIn || chosen.has(keyOf(choice))}
                  disabled={isIn || (chosen.size >= room && !chosen.has(keyOf(choice)))}
                  onChange={() => toggle(choice)}
                >
                  <span className="sb-choice">
                    <Icon name={kindIcon(choice.businessType)} size={18} />
                    <strong>{choice.businessName}</strong>
                    <small>{isIn ? t('editor.isIn') : choice.kindName}</small>
                  </span>
                </Checkbox>
              </li>
            )
          })}
        </ul>
      </div>
    </Modal>
  )
}
