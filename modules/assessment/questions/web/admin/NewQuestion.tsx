import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { questionPaths } from '../paths.ts'

/** Begins a question in a directory. */
export function NewQuestion({ directoryId }: { directoryId: string | undefined }) {
  const t = useText('questions')
  const navigate = useNavigate()
  return (
    <Button
      type="primary"
      icon={<Icon name="plus" size={16} />}
      onClick={() => void navigate(questionPaths.create(directoryId))}
    >
      {t('editor.new')}
    </Button>
  )
}
