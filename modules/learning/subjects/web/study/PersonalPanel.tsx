import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { useAction } from '#web/ui/use-action.ts'
import type { SubjectDetail } from '../../contract/learning.ts'
import { subjects } from '../../contract.ts'

interface Props {
  readonly personal: NonNullable<SubjectDetail['personal']>
  /** Interests can't be chosen in a preview. */
  readonly preview: boolean
}

/** What the subject was composed by: position, department, and the interests that the member chooses here. */
export function PersonalPanel({ personal, preview }: Props) {
  const t = useText('subjects')
  const { busy, run } = useAction()
  const { positionName, organizationName, interests, hiddenCount } = personal
  const toggle = (id: string) =>
    run(async () => {
      // Interests in topics that this subject does not know stay as they are.
      const { items } = await call(subjects.myInterests, {}, { cache: 0 })
      const mine = new Set(items.map((topic) => topic.id))
      if (!mine.delete(id)) mine.add(id)
      await call(subjects.chooseInterests, { body: { topicIds: [...mine] } })
    })
  return (
    <section className="sb-personal" aria-labelledby="personal-title">
      <h2 id="personal-title">{t('personal.title')}</h2>
      <p>
        {t('personal.by', { organization: organizationName })}
        {positionName !== null && t('personal.position', { position: positionName })}
        {hiddenCount > 0 && t('personal.hidden', { count: hiddenCount })}
      </p>
      {interests.length > 0 && (
        <fieldset className="sy-flow sy-gap-2 sb-interests" disabled={preview}>
          <legend>{t('personal.interests')}</legend>
          {interests.map(({ id, name, chosen }) => (
            <button key={id} type="button" aria-pressed={chosen} disabled={busy} onClick={() => void toggle(id)}>
              {chosen && <Icon name="check" size={14} />}
              {name}
            </button>
          ))}
        </fieldset>
      )}
    </section>
  )
}
