import './lecturers.css'
import { Button, Form, Input, Select } from 'antd'
import { useText } from '#web/i18n/texts.ts'
import { Slot } from '#web/slots.tsx'
import { Avatar } from '#web/ui/Avatar.tsx'
import { introductionLengthMax, subjectLengthMax, subjectsMax } from '../../contract/fields.ts'

interface Props {
  readonly name: string
  /** The picture where the entry has none of its own. */
  readonly picturePath: string
}

/** What every member reads of a lecturer: picture, subjects, introduction. */
export function ProfileFields({ name, picturePath }: Props) {
  const t = useText('lecturers')
  return (
    <>
      <Form.Item name="pictureFileId" label={t('form.picture')}>
        <PictureField name={name} picturePath={picturePath} />
      </Form.Item>
      <SubjectsItem />
      <Form.Item name="introduction" label={t('form.introduction')} extra={t('form.introductionHint')}>
        <Input.TextArea maxLength={introductionLengthMax} showCount autoSize={{ minRows: 4, maxRows: 12 }} />
      </Form.Item>
    </>
  )
}

export function SubjectsItem() {
  const t = useText('lecturers')
  const tooLong = (subject: string) => subject.trim() === '' || subject.length > subjectLengthMax
  return (
    <Form.Item
      name="subjects"
      label={t('form.subjects')}
      extra={t('form.subjectsHint', { max: subjectsMax })}
      normalize={(subjects: string[]) => subjects.filter((subject) => !tooLong(subject))}
    >
      <Select mode="tags" open={false} suffixIcon={null} maxCount={subjectsMax} tokenSeparators={[',', '，', '、']} />
    </Form.Item>
  )
}

interface PictureProps extends Props {
  readonly value?: string | null
  readonly onChange?: (fileId: string | null) => void
}

function PictureField({ name, picturePath, value = null, onChange }: PictureProps) {
  const t = useText('lecturers')
  return (
    <div className="sy-row sy-wrap sy-gap-3">
      <Avatar name={name || '·'} path={value === null ? picturePath : `files/${value}`} size={72} />
      <Slot
        name="picture-upload"
        values={{ label: t('form.upload'), onUploaded: (path) => onChange?.(path.replace(/^files\//, '')) }}
      />
      {value !== null && (
        <Button type="text" onClick={() => onChange?.(null)}>
          {t('form.removePicture')}
        </Button>
      )}
    </div>
  )
}
