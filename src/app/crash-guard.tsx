import { Component, type ErrorInfo, type ReactNode, useState } from 'react';
import { Failure } from '#src/domain/failures.ts';
import { Button } from '#src/ui/button.tsx';
import { ScreenTitle } from '#src/ui/layout.tsx';
import { useTexts } from '#src/ui/use-texts.ts';

function Crashed({ onAgain }: { onAgain: () => void }) {
  const { t } = useTexts();
  const [isBusy, setBusy] = useState(false);
  const handleClick = () => {
    setBusy(true);
    onAgain();
  };
  return (
    <div role="alert">
      <ScreenTitle lead={t('load_error_text')}>{t('load_error_title')}</ScreenTitle>
      <Button variant="primary" busy={isBusy} onClick={handleClick}>
        {t('common_reload')}
      </Button>
    </div>
  );
}

type State = { crash: { error: unknown } | null };

type Props = {
  /** `isLoadError`: the screen's code could not be loaded (docs/product.md#load-error); otherwise the screen threw. */
  onAgain: (isLoadError: boolean) => void;
  children: ReactNode;
};

/** Shows an error with a reload button if a screen's code cannot be loaded or the screen throws. */
export class CrashGuard extends Component<Props, State> {
  override state: State = { crash: null };

  static getDerivedStateFromError(error: unknown): State {
    return { crash: { error } };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    const { crash } = this.state;
    if (crash === null) return this.props.children;
    return <Crashed onAgain={() => this.props.onAgain(crash.error instanceof Failure)} />;
  }
}
