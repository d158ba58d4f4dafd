import { Link } from '@tanstack/react-router';
import { can } from '@pimis/domain/access/policies';
import { REGISTRIES } from '@pimis/domain/registries/catalogue';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import './registries.css';

/** All code tables as cards: the purpose, and whether this user maintains the table. */
export function RegistriesPage() {
  const { t, pair } = useText();
  const user = useUser();
  return (
    <>
      <div className="page-head">
        <h1>{t('registries.title')}</h1>
      </div>
      <ul className="registry-cards">
        {REGISTRIES.map((registry) => (
          <li key={registry.code} className="panel">
            <h2>
              <Link to="/registry/$registryCode" params={{ registryCode: registry.code }}>
                {pair(registry.title)}
              </Link>
            </h2>
            <p className="second">{pair(registry.description)}</p>
            {!registry.readOnly && can(user, 'registry.write', { registryClaim: registry.claim }) && (
              <span className="chip outline">{t('registries.maintained')}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
