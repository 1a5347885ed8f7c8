import { useNavigate } from 'react-router'
import { FormModal } from '#web/ui/FormModal.tsx'
import { NameField } from '#web/ui/NameField.tsx'

export interface NameDialogProps {
  readonly title: string
  readonly okText: string
  readonly label: string
  /** Said where the name is left empty. */
  readonly needed: string
  readonly maxLength: number
  /** Makes the item; answers with the path of its editor, which opens. */
  readonly create: (name: string) => Promise<string>
  readonly onClose: () => void
}

/** A new item needs a name; its editor has the rest. */
export default function NameDialog({ title, okText, create, onClose, ...field }: NameDialogProps) {
  const navigate = useNavigate()
  return (
    <FormModal<{ readonly name: string }, void>
      title={title}
      okText={okText}
      onSubmit={async ({ name }) => void navigate(await create(name.trim()))}
      onClose={onClose}
    >
      <NameField {...field} autoFocus />
    </FormModal>
  )
}
