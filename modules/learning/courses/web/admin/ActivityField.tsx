import { type ReactNode, useId } from 'react'
import { ContentField } from '#modules/content/catalog/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import type { ActivityItem, ActivityKind } from '../../contract/wire.ts'
import { Field } from './Field.tsx'

interface Props {
  readonly kind: ActivityKind
  /** The kinds of content that such a section can lead to. */
  readonly businessTypes: readonly number[]
  readonly chosen: ActivityItem | null
  readonly problem: ReactNode
  readonly onChoose: (item: ActivityItem) => void
}

/** An exam, a survey or a live session of another module. */
export function ActivityField({ kind, businessTypes, chosen, problem, onChoose }: Props) {
  const t = useText('courses')
  const id = useId()
  const gone = chosen !== null && !chosen.isAvailable
  return (
    <Field
      id={id}
      label={t(`kind.${kind}`)}
      hint={t('authoring.activityHint')}
      problem={problem ?? (gone && t('authoring.activityGone'))}
    >
      <ContentField
        id={id}
        label={t('authoring.activityChoose')}
        kinds={businessTypes}
        value={chosen && { businessType: businessTypes[0] ?? 0, businessId: chosen.id }}
        name={chosen?.name ?? null}
        isWrong={Boolean(problem)}
        onChange={(item) => item && onChoose({ id: item.businessId, name: item.name, isAvailable: true })}
      />
    </Field>
  )
}
