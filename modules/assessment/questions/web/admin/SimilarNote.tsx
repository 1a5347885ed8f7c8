import { Alert } from 'antd'
import { Link } from 'react-router'
import { useText } from '#web/i18n/texts.ts'
import type { Likely } from '../../contract/bank.ts'
import { questionPaths } from '../paths.ts'

/** Questions that may be the same as the one that was saved. */
export function SimilarNote({ similar }: { similar: readonly Likely[] }) {
  const t = useText('questions')
  if (similar.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      closable
      className="qb-similar"
      title={t('similar.title', { count: similar.length })}
      description={
        <ul>
          {similar.map(({ id, excerpt, directory, likeness }) => (
            <li key={id}>
              <Link to={questionPaths.question(id)} target="_blank">
                {excerpt}
              </Link>
              <small>{t('similar.note', { directory: directory.name, likeness })}</small>
            </li>
          ))}
        </ul>
      }
    />
  )
}
