import { Button, NativeSelect } from '@mantine/core';
import type { Registry, RegistryCode } from '@pimis/domain/registries/types';
import { download, fileAddress } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { IconDownload } from '../../ui/icons.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { useRegistryImport } from './use-registry-import.ts';

/** Saves the empty table with the columns of a registry. */
function TemplateButton({ registry }: { registry: RegistryCode }) {
  const text = useText();
  const save = () =>
    download(
      fileAddress('GET /registry/:registry/template', { params: { registry }, query: text.paper }),
      `${registry}-template.xlsx`,
    ).catch((failure: unknown) => notifyFailure(failure, text));
  return (
    <Button
      mr="auto"
      variant="subtle"
      size="compact-sm"
      leftSection={<IconDownload size={16} stroke={1.7} />}
      onClick={() => void save()}
    >
      {text.t('registries.import.template')}
    </Button>
  );
}

/** Imports a file: first a rehearsal that shows every error, then all rows or none. A large file shows its progress. */
export function ImportDialog({ registry, onClose }: { registry: Registry; onClose: () => void }) {
  const { t, size } = useText();
  const { file, choose, reading, check, write, result, running, isBusy } = useRegistryImport(registry.code, onClose);
  const rehearsed = result?.dryRun === true && result.errorCount === 0;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('registries.import.title')}
      width="compare"
      footer={
        <>
          {running !== null && <ImportProgress id={running} />}
          {/* In the foot, because the body takes no input while a file is sent or an import runs. */}
          <TemplateButton registry={registry.code} />
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
          <Button
            variant={rehearsed ? 'default' : 'filled'}
            onClick={() => void check()}
            loading={isBusy}
            disabled={!file}
          >
            {t('registries.import.check')}
          </Button>
          {rehearsed && (
            <Button onClick={() => void write()} loading={isBusy} disabled={!file}>
              {t('registries.import.write')}
            </Button>
          )}
        </>
      }
    >
      <p className="second" style={{ marginBottom: 10 }}>
        {t('registries.import.text')}
      </p>
      <FileDrop
        single
        text={t('registries.import.drop')}
        choose={t('registries.import.choose')}
        label={t('registries.import.file')}
        accept=".csv,.txt,.tsv,.xlsx,text/csv,text/tab-separated-values"
        hint={file ? t('registries.import.chosen', { name: file.name, size: size(file.size) }) : undefined}
        // The answer is of the file that was sent: another one would be written unchecked.
        disabled={isBusy}
        onFiles={([chosen]) => {
          if (chosen) choose(chosen);
        }}
      />
      {result && result.sheets.length > 1 && (
        <NativeSelect
          mt={12}
          label={t('registries.import.sheet')}
          data={result.sheets}
          value={result.sheet ?? ''}
          disabled={isBusy || !file}
          onChange={(event) => void check({ sheet: event.currentTarget.value })}
          mb={12}
          maw={360}
        />
      )}
      {result && (
        <ImportOutcome
          registry={registry}
          result={result}
          restored={reading.zeros}
          onRestore={() => void check({ zeros: true })}
        />
      )}
    </Dialog>
  );
}
