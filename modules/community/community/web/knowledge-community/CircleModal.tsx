import { Button, Form, Input, Radio } from 'antd'
import { useState } from 'react'
import { PicturePicker } from '#modules/community/pictures/web.tsx'
import { useText } from '#web/i18n/texts.ts'
import { Cover } from '#web/ui/Cover.tsx'
import { FormModal } from '#web/ui/FormModal.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { NameField } from '#web/ui/NameField.tsx'
import {
  type Circle,
  circleDescriptionLengthMax,
  circleNameLengthMax,
  type JoinMode,
} from '../../contract/circles/shapes.ts'

interface Values {
  readonly name: string
  readonly desc?: string
  /** `files/{id}`, or empty. */
  readonly cover: string
  readonly joinMode: JoinMode
}

interface Body {
  readonly name: string
  readonly desc: string
  readonly coverFileId: string | null
  readonly joinMode: JoinMode
}

interface Props {
  readonly title: string
  readonly okText: string
  readonly done: string
  readonly circle?: Circle
  readonly onSubmit: (body: Body) => Promise<void>
  readonly onClose: () => void
}

/** Name, description, cover of a circle, and how one joins it. */
export function CircleModal({ title, okText, done, circle, onSubmit, onClose }: Props) {
  const t = useText('community')
  const initial: Values = {
    name: circle?.name ?? '',
    desc: circle?.desc ?? '',
    cover: circle?.coverPath ?? '',
    joinMode: circle?.joinMode ?? 0,
  }
  return (
    <FormModal<Values, void>
      title={title}
      okText={okText}
      done={done}
      initialValues={initial}
      onSubmit={({ name, desc = '', cover, joinMode }) =>
        onSubmit({
          ...{ name: name.trim(), desc, joinMode },
          coverFileId: cover === '' ? null : cover.replace(/^files\//, ''),
        })
      }
      onClose={onClose}
    >
      <Form.Item name="cover" label={t('circles.cover')}>
        <CoverField name={initial.name} />
      </Form.Item>
      <NameField label={t('circles.name')} needed={t('form.nameNeeded')} maxLength={circleNameLengthMax} />
      <Form.Item name="desc" label={t('circles.desc')}>
        <Input.TextArea maxLength={circleDescriptionLengthMax} showCount rows={3} />
      </Form.Item>
      <Form.Item name="joinMode" label={t('circles.joinMode')}>
        <Radio.Group
          className="sy-column sy-gap-2"
          options={([0, 1, 2] as const).map((value) => ({ value, label: t(`circles.joinMode${value}`) }))}
        />
      </Form.Item>
    </FormModal>
  )
}

/** The form hands in value and change. */
function CoverField({
  name,
  value = '',
  onChange,
}: {
  name: string
  value?: string
  onChange?: (path: string) => void
}) {
  const t = useText('community')
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <div className="sy-row sy-wrap sy-gap-4">
      <span className="cm-cover-small">
        <Cover name={name} url={value === '' ? null : value} />
      </span>
      <div className="sy-column sy-gap-2">
        <Button icon={<Icon name="image" size={16} />} aria-haspopup="dialog" onClick={() => setIsChoosing(true)}>
          {t('circles.coverChoose')}
        </Button>
        {value !== '' && <Button onClick={() => onChange?.('')}>{t('circles.coverRemove')}</Button>}
      </div>
      {isChoosing && (
        <PicturePicker
          title={name}
          onClose={() => setIsChoosing(false)}
          onChosen={({ id }) => {
            onChange?.(`files/${id}`)
            setIsChoosing(false)
          }}
        />
      )}
    </div>
  )
}
