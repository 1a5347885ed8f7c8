import { Checkbox, Input, Select, Tag } from 'antd'
import type { ReactNode } from 'react'
import { useText } from '#web/i18n/texts.ts'
import { MomentField } from '#web/ui/DateFields.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { activityTextLengthMax, type EditedActivity } from '../../../contract/activities.ts'
import { activityIcons } from '../../parts/ClassOutline.tsx'
import { Captioned } from './Captioned.tsx'
import { kindParts } from './kind-parts.ts'
import type { KindPartProps } from './part-props.ts'

/** Whether the server takes it: a title is there, and what its kind needs. */
export const isComplete = (activity: EditedActivity): boolean =>
  (activity.kind === 'content' || activity.title.trim() !== '') &&
  (kindParts[activity.kind].isComplete?.(activity) ?? true)

interface ActivityProps extends KindPartProps {
  readonly phases: readonly { readonly title: string }[]
  readonly moves: ReactNode
}

/** The fields that all kinds have, with the part of the own kind in between. */
export function ActivityEditor({ activity, storedId, phases, moves, onChange }: ActivityProps) {
  const t = useText('classes')
  const { kind, name, title, text, isRequired, isAvailable, opensAt, dueAt } = activity
  const { Part } = kindParts[kind]
  return (
    <>
      <Icon name={activityIcons[kind]} size={20} />
      <div className="cl-edit-fields">
        {kind === 'content' ? (
          <strong className="cl-edit-wide">
            {name || t('outline.gone')} {!isAvailable && <Tag color="warning">{t('activities.down')}</Tag>}
          </strong>
        ) : (
          <Input
            className="cl-edit-wide"
            aria-label={t('activities.title')}
            placeholder={t('activities.title')}
            value={title}
            maxLength={100}
            status={title.trim() === '' ? 'error' : ''}
            onChange={(event) => onChange({ title: event.target.value, name: event.target.value })}
          />
        )}
        {kind !== 'content' && (
          <Input.TextArea
            className="cl-edit-wide"
            aria-label={t('activities.text')}
            placeholder={t('activities.text')}
            value={text}
            maxLength={activityTextLengthMax}
            autoSize={{ minRows: 1, maxRows: 6 }}
            onChange={(event) => onChange({ text: event.target.value })}
          />
        )}
        {Part && <Part activity={activity} storedId={storedId} onChange={onChange} />}
        <Captioned caption={t('activities.opensAt')}>
          <MomentField
            aria-label={t('activities.opensAt')}
            placeholder={t('activities.opensAtHint')}
            value={opensAt}
            onChange={(next) => onChange({ opensAt: next })}
          />
        </Captioned>
        <Captioned caption={t('activities.dueAt')}>
          <MomentField
            aria-label={t('activities.dueAt')}
            placeholder={t('activities.dueAtHint')}
            value={dueAt}
            onChange={(next) => onChange({ dueAt: next })}
          />
        </Captioned>
        {phases.length > 1 && (
          <Captioned caption={t('activities.ofPhase')}>
            <Select
              aria-label={t('activities.ofPhase')}
              value={activity.phase}
              options={phases.map((phase, at) => ({
                value: at,
                label: phase.title || t('activities.phaseHint', { number: at + 1 }),
              }))}
              onChange={(phase) => onChange({ phase })}
            />
          </Captioned>
        )}
        <Checkbox
          className="cl-edit-check"
          checked={isRequired}
          onChange={(event) => onChange({ isRequired: event.target.checked })}
        >
          {t('outline.mustDo')}
        </Checkbox>
      </div>
      <span className="sy-row">{moves}</span>
    </>
  )
}
