import { useNavigate, useParams } from '@tanstack/react-router';
import { findRegistry } from '@pimis/domain/registries/catalogue';
import type { TableSearch } from '../../ui/DataTable/state.ts';
import { RowDialog } from './RowDialog.tsx';

/** A row of a code table at its own address, above the table as it was left. */
export function RowPage() {
  const { registryCode = '', rowId = '' } = useParams({ strict: false });
  const navigate = useNavigate();
  const registry = findRegistry(registryCode);
  if (!registry) return null;
  const close = () =>
    void navigate({
      to: `/registry/${registry.code}`,
      search: (kept: TableSearch) => kept,
      replace: true,
      resetScroll: false,
    });
  return <RowDialog key={rowId} registry={registry} id={rowId} onClose={close} />;
}
