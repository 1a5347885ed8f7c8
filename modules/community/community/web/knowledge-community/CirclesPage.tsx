import '../parts/community.css'
import { useParams } from 'react-router'
import { OneCircle } from './OneCircle.tsx'
import { Square } from './Square.tsx'

/** All knowledge circles; with an id, one circle (COMMUNITY-010). */
export default function CirclesPage() {
  const { id } = useParams()
  return id === undefined ? <Square /> : <OneCircle key={id} id={id} />
}
