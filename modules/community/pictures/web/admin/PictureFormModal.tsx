import '../picker/picker.css'
import { Form, Input, InputNumber, Select } from 'antd'
import { CoverField } from '#modules/platform/files/web.tsx'
import { call } from '#web/api/query.ts'
import { useText } from '#web/i18n/texts.ts'
import { FormModal } from '#web/ui/FormModal.tsx'
import { pictureUrl } from '#web/ui/picture.ts'
import {
  type ManagedPicture,
  ownPictureBytesMax,
  type PictureCategory,
  pictureNameLengthMax,
  pictures,
  titleLengthLimit,
} from '../../contract.ts'

interface Values {
  readonly name: string
  readonly categoryId: string
  readonly titleLengthMax: number
  readonly fileId?: string
}

interface Props {
  /** A new one where none is given. */
  readonly picture?: ManagedPicture
  readonly categories: readonly PictureCategory[]
  readonly onClose: () => void
}

/** Adds a picture to the library, or changes what is said of one. */
export function PictureFormModal({ picture, categories, onClose }: Props) {
  const t = useText('pictures')
  const submit = async ({ fileId = '', ...body }: Values) => {
    if (picture) await call(pictures.changePicture, { params: { id: picture.id }, body })
    else await call(pictures.addPicture, { body: { ...body, fileId } })
  }
  return (
    <FormModal<Values, void>
      title={t(picture ? 'admin.edit' : 'admin.add')}
      okText={t('admin.save')}
      initialValues={picture ?? { titleLengthMax: 20 }}
      onSubmit={submit}
      done={t('admin.saved')}
      onClose={onClose}
    >
      {!picture && (
        <Form.Item name="fileId" label={t('admin.file')} rules={[{ required: true, message: t('admin.fileNeeded') }]}>
          <PictureFile />
        </Form.Item>
      )}
      <Form.Item
        name="name"
        label={t('admin.name')}
        rules={[{ required: true, whitespace: true, message: t('admin.nameNeeded') }]}
      >
        <Input maxLength={pictureNameLengthMax} showCount />
      </Form.Item>
      <Form.Item
        name="categoryId"
        label={t('admin.category')}
        rules={[{ required: true, message: t('admin.categoryNeeded') }]}
      >
        <Select options={categories.map(({ id, name }) => ({ value: id, label: name }))} />
      </Form.Item>
      <Form.Item name="titleLengthMax" label={t('admin.titleLength')} extra={t('admin.titleLengthHint')}>
        <InputNumber min={0} max={titleLengthLimit} precision={0} />
      </Form.Item>
    </FormModal>
  )
}

function PictureFile({ value, onChange }: { value?: string; onChange?: (fileId: string | undefined) => void }) {
  const t = useText('pictures')
  return (
    <CoverField
      chosen={value !== undefined}
      hint={t('admin.fileHint')}
      bytesLimit={ownPictureBytesMax + 1}
      tooLarge={t('picker.tooLarge')}
      onChange={(file) => onChange?.(file?.id)}
    >
      {value !== undefined && <img className="pic-thumb" src={pictureUrl(`files/${value}`)} alt="" />}
    </CoverField>
  )
}
