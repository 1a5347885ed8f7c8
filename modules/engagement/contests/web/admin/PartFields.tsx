import { Button, Form, Input, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import { CertificatePicker } from '#modules/learning/certificates/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { MomentField } from '#web/ui/DateFields.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import {
  type Award,
  awardLevels,
  awardsMax,
  criteriaMax,
  groupsMax,
  pointsMax,
  roundsMax,
  winnersMax,
} from '../../contract/fields.ts'
import type { EditedContest } from '../../contract/managing.ts'

const newKey = () => crypto.randomUUID()

interface PartsProps {
  readonly name: 'rounds' | 'groups' | 'rubric' | 'awards'
  readonly hint?: string
  readonly min?: number
  readonly max: number
  readonly start: () => object
  readonly children: (row: number) => ReactNode
}

/** The rows of one part of a contest: as many as it may have, each with its fields. */
function Parts({ name, hint, min = 0, max, start, children }: PartsProps) {
  const t = useText('contests')
  return (
    <section className="co-part-section" aria-label={t(`form.parts.${name}.title`)}>
      <h2>{t(`form.parts.${name}.title`)}</h2>
      {hint !== undefined && <p className="sy-note">{hint}</p>}
      <Form.List name={name}>
        {(rows, { add, remove }) => (
          <div className="co-parts">
            {rows.map(({ key, name: row }, at) => (
              <div key={key} className="sy-box co-part">
                <div className="co-part-fields">{children(row)}</div>
                <Button
                  type="text"
                  disabled={rows.length <= min}
                  aria-label={t(`form.parts.${name}.remove`, { number: at + 1 })}
                  icon={<Icon name="delete" size={18} />}
                  onClick={() => remove(row)}
                />
              </div>
            ))}
            <span>
              <Button disabled={rows.length >= max} icon={<Icon name="plus" size={16} />} onClick={() => add(start())}>
                {t(`form.parts.${name}.add`)}
              </Button>
            </span>
          </div>
        )}
      </Form.List>
    </section>
  )
}

function NameOf({ row, label, field = 'name' }: { row: number; label: string; field?: string }) {
  const t = useText('contests')
  return (
    <Form.Item
      name={[row, field]}
      label={label}
      rules={[{ required: true, whitespace: true, message: t('form.nameNeeded') }]}
    >
      <Input maxLength={50} />
    </Form.Item>
  )
}

/** When works are handed in, reviewed and voted for, round after round. */
export function RoundFields() {
  const t = useText('contests')
  const empty = { opensAt: null, closesAt: null, reviewUntil: null, votingUntil: null }
  return (
    <Parts
      name="rounds"
      min={1}
      max={roundsMax}
      hint={t('form.roundsHint')}
      start={() => ({ name: t('form.nextRound'), ...empty })}
    >
      {(row) => (
        <>
          <NameOf row={row} label={t('form.round')} />
          {(['opensAt', 'closesAt', 'reviewUntil', 'votingUntil'] as const).map((field) => (
            <Form.Item key={field} name={[row, field]} label={t(`form.times.${field}`)}>
              <MomentField />
            </Form.Item>
          ))}
        </>
      )}
    </Parts>
  )
}

/** Works are ranked within their group. */
export function GroupFields() {
  const t = useText('contests')
  return (
    <Parts name="groups" max={groupsMax} hint={t('form.groupsHint')} start={() => ({ key: newKey(), name: '' })}>
      {(row) => <NameOf row={row} label={t('form.group')} />}
    </Parts>
  )
}

/** By what reviewers score. */
export function RubricFields() {
  const t = useText('contests')
  return (
    <Parts name="rubric" min={1} max={criteriaMax} start={() => ({ key: newKey(), title: '', hint: '', points: 10 })}>
      {(row) => (
        <>
          <NameOf row={row} field="title" label={t('form.criterion')} />
          <Form.Item name={[row, 'hint']} label={t('form.criterionHint')}>
            <Input maxLength={300} />
          </Form.Item>
          <Form.Item
            name={[row, 'points']}
            label={t('form.points')}
            rules={[{ required: true, message: t('form.numberNeeded') }]}
          >
            <InputNumber min={1} max={pointsMax} precision={0} />
          </Form.Item>
        </>
      )}
    </Parts>
  )
}

/** What can be won. */
export function AwardFields({ certificates }: Pick<EditedContest, 'certificates'>) {
  const t = useText('contests')
  const awards: Partial<Award>[] = Form.useWatch('awards') ?? []
  const chosenOf = (row: number) => {
    const found = certificates.find(({ id }) => id === awards[row]?.certificateTemplateId)
    return found ? { templateId: found.id, name: found.name } : null
  }
  return (
    <Parts
      name="awards"
      max={awardsMax}
      hint={t('form.awardsHint')}
      start={() => ({ key: newKey(), level: 'first', name: '', text: '', count: 1, certificateTemplateId: null })}
    >
      {(row) => (
        <>
          <NameOf row={row} label={t('form.award')} />
          <Form.Item name={[row, 'level']} label={t('form.level')}>
            <Select options={awardLevels.map((value) => ({ value, label: t(`levels.${value}`) }))} />
          </Form.Item>
          <Form.Item name={[row, 'text']} label={t('form.prize')}>
            <Input maxLength={500} />
          </Form.Item>
          <Form.Item
            name={[row, 'count']}
            label={t('form.count')}
            rules={[{ required: true, message: t('form.numberNeeded') }]}
          >
            <InputNumber min={1} max={winnersMax} precision={0} />
          </Form.Item>
          <Form.Item name={[row, 'certificateTemplateId']} label={t('form.certificate')}>
            <CertificatePicker chosen={chosenOf(row)} />
          </Form.Item>
        </>
      )}
    </Parts>
  )
}
