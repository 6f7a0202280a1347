import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Button } from '#src/ui/button.tsx';
import { ScreenTitle } from '#src/ui/screen-title.tsx';
import { useWords } from '#src/ui/words.ts';

function Crashed({ onAgain }: { onAgain: () => void }) {
  const { say } = useWords();
  return (
    <div role="alert">
      <ScreenTitle lead={say('load_error_text')}>{say('load_error_title')}</ScreenTitle>
      <Button variant="primary" onClick={onAgain}>
        {say('common_reload')}
      </Button>
    </div>
  );
}

type Props = { onAgain: () => void; children: ReactNode };

/** A screen whose code does not load, or that cannot show what it was given, says so and offers to load the page anew. */
export class CrashGuard extends Component<Props, { isCrashed: boolean }> {
  override state = { isCrashed: false };

  static getDerivedStateFromError(): { isCrashed: boolean } {
    return { isCrashed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    return this.state.isCrashed ? <Crashed onAgain={this.props.onAgain} /> : this.props.children;
  }
}
