import { Navigate, useParams } from 'react-router'
import { contentPaths } from '../paths.ts'

/** An item of knowledge by its old address: the content itself (COMMUNITY-027). */
export default function KnowledgePage() {
  const { id } = useParams()
  return <Navigate to={contentPaths.detail(id)} replace />
}
