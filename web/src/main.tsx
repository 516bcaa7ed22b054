import { createRoot } from 'react-dom/client'
import './ui/ui.css'

createRoot(document.getElementById('root') as HTMLElement).render(<p>Bitquay</p>)
