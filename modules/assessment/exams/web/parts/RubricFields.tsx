import './exams.css'
import { Button, Form, Input } from 'antd'
import { pointsOfTenths } from '#modules/assessment/questions/contract.ts'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import type { Rubric } from '../../contract/marking.ts'
import { PointsInput } from '../admin/PointsInput.tsx'

const criteriaMax = 20
const levelsMin = 2
const levelsMax = 10

/** What the best levels of all criteria add up to. */
const bestOf = (rubric: Rubric) =>
  rubric.reduce((sum, { levels }) => sum + Math.max(0, ...levels.map((level) => level?.tenths ?? 0)), 0)

/** The criteria of a rubric, each with its levels and their points: the field `rubric` of a form. */
export interface RubricFieldsProps {
  /** What the best levels are to add up to. */
  readonly maxTenths: number
}

export default function RubricFields({ maxTenths }: RubricFieldsProps) {
  const t = useText('exams')
  const rubric = Form.useWatch<Rubric | undefined>('rubric') ?? []
  const best = bestOf(rubric.filter((criterion) => criterion?.levels))
  const start = () => ({
    title: '',
    levels: [
      { title: t('marking.levelFull'), tenths: Math.max(0, maxTenths - best) },
      { title: t('marking.levelNone'), tenths: 0 },
    ],
  })
  return (
    <Form.List name="rubric">
      {(criteria, { add, remove }) => (
        <fieldset className="ex-rubric-fields">
          <legend>{t('marking.rubric')}</legend>
          <p className="sy-faint">{t('marking.rubricHint')}</p>
          {criteria.map(({ key, name }, at) => (
            <div key={key} className="ex-rubric-criterion">
              <div className="ex-rubric-line">
                <Form.Item
                  name={[name, 'title']}
                  label={t('marking.criterion', { number: at + 1 })}
                  rules={[{ required: true, whitespace: true, message: t('form.needed') }]}
                >
                  <Input maxLength={100} />
                </Form.Item>
                <RemoveButton label={t('marking.removeCriterion', { number: at + 1 })} onClick={() => remove(name)} />
              </div>
              <Levels criterion={name} />
            </div>
          ))}
          <Button disabled={criteria.length >= criteriaMax} onClick={() => add(start())}>
            {t('marking.addCriterion')}
          </Button>
          {criteria.length > 0 && best !== maxTenths && (
            <p className="sy-note" role="status">
              {t('marking.rubricSum', { best: pointsOfTenths(best), max: pointsOfTenths(maxTenths) })}
            </p>
          )}
        </fieldset>
      )}
    </Form.List>
  )
}

function Levels({ criterion }: { criterion: number }) {
  const t = useText('exams')
  return (
    <Form.List name={[criterion, 'levels']}>
      {(levels, { add, remove }) => (
        <>
          {levels.map(({ key, name }, at) => (
            <div key={key} className="ex-rubric-line">
              <Form.Item
                name={[name, 'title']}
                label={t('marking.level', { number: at + 1 })}
                rules={[{ required: true, whitespace: true, message: t('form.needed') }]}
              >
                <Input maxLength={100} />
              </Form.Item>
              <Form.Item
                name={[name, 'tenths']}
                label={t('marking.points')}
                rules={[{ required: true, message: t('form.needed') }]}
              >
                <PointsInput />
              </Form.Item>
              <RemoveButton
                label={t('marking.removeLevel', { number: at + 1 })}
                disabled={levels.length <= levelsMin}
                onClick={() => remove(name)}
              />
            </div>
          ))}
          <Button
            type="link"
            size="small"
            disabled={levels.length >= levelsMax}
            onClick={() => add({ title: '', tenths: 0 })}
          >
            {t('marking.addLevel')}
          </Button>
        </>
      )}
    </Form.List>
  )
}

interface RemoveProps {
  readonly label: string
  readonly disabled?: boolean
  readonly onClick: () => void
}

function RemoveButton({ label, disabled = false, onClick }: RemoveProps) {
  return (
    <Button
      type="text"
      aria-label={label}
      title={label}
      disabled={disabled}
      icon={<Icon name="close" size={16} />}
      onClick={onClick}
    />
  )
}
